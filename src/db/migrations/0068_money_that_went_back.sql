-- overlap: yes
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_amount";--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_lost";--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "payment_method" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "processing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_amount" CHECK (case when "invoices"."kind" = 'invoice' then "invoices"."net_cents" >= 0 and "invoices"."tax_cents" >= 0 and "invoices"."net_cents" + "invoices"."tax_cents" > 0
        else "invoices"."net_cents" + "invoices"."tax_cents" <> 0 end);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_lost" CHECK ("invoices"."lost_cents" between 0 and greatest(0, "invoices"."net_cents" + "invoices"."tax_cents"));
--> statement-breakpoint
-- How much went back is what the academy and banks gave back; whether access ended has no part in it.
CREATE OR REPLACE FUNCTION issue_credit_note(sale uuid, at timestamptz, on_day date, shown jsonb DEFAULT '[]') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sold purchases;
  invoice invoices;
  note record;
  total integer;
  noted integer;
  noted_lost integer;
  back integer;
  tax integer;
BEGIN
  SELECT * INTO sold FROM purchases WHERE id = sale AND state IN ('paid', 'refunded', 'disputed') FOR NO KEY UPDATE;
  SELECT * INTO invoice FROM invoices WHERE purchase_id = sale AND kind = 'invoice';
  IF sold.id IS NULL OR invoice.id IS NULL THEN
    RETURN;
  END IF;
  total := invoice.net_cents + invoice.tax_cents;
  -- An early version ended a purchase without saying how much went back: then it was all.
  back := CASE
    WHEN sold.state = 'refunded' AND sold.most_refunded_cents + sold.refunded_cents + sold.lost_cents = 0 THEN total
    ELSE least(total, sold.refunded_cents + sold.lost_cents)
  END;
  SELECT coalesce(sum(net_cents + tax_cents), 0), coalesce(sum(lost_cents), 0) INTO noted, noted_lost
    FROM invoices WHERE purchase_id = sale AND kind = 'credit_note';
  IF back <= noted THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(4276006);
  FOR note IN
    SELECT * FROM jsonb_to_recordset(shown) AS given (number integer, day date, "isTest" boolean, cents integer, lost integer)
      WHERE "isTest" = invoice.is_test AND cents > 0 ORDER BY number
  LOOP
    CONTINUE WHEN EXISTS (SELECT FROM invoices WHERE kind = 'credit_note' AND is_test = invoice.is_test AND number = note.number);
    EXIT WHEN noted + note.cents > back;
    tax := round(invoice.tax_cents::numeric * (noted + note.cents) / total) - round(invoice.tax_cents::numeric * noted / total);
    PERFORM add_invoice('credit_note', invoice.is_test, sale, at, coalesce(note.day, on_day), note.cents - tax, tax,
      least(note.cents, note.lost), note.number);
    noted := noted + note.cents;
    noted_lost := noted_lost + least(note.cents, note.lost);
  END LOOP;
  IF back <= noted THEN
    RETURN;
  END IF;
  tax := round(invoice.tax_cents::numeric * back / total) - round(invoice.tax_cents::numeric * noted / total);
  PERFORM add_invoice('credit_note', invoice.is_test, sale, at, on_day, back - noted - tax, tax,
    least(back - noted, greatest(0, sold.lost_cents - noted_lost)));
END $$;
--> statement-breakpoint
-- The clock is read behind the lock, so that numbers and times are in one order.
CREATE OR REPLACE FUNCTION issue_due() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(4276006);
  at := clock_timestamp();
  PERFORM issue_invoice(NEW.id, at, academy_day(at)), issue_credit_note(NEW.id, at, academy_day(at));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A lost dispute over a tenth less than all was noted as all of it. Notes stay: one below zero corrects them.
DO $$
DECLARE
  wrong record;
  at timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(4276006);
  at := clock_timestamp();
  FOR wrong IN
    SELECT sold.id, invoice.is_test, noted.cents - went.cents AS cents,
      noted.tax - round(invoice.tax_cents::numeric * went.cents / (invoice.net_cents + invoice.tax_cents))::integer AS tax
    FROM purchases sold
    JOIN invoices invoice ON invoice.purchase_id = sold.id AND invoice.kind = 'invoice'
    CROSS JOIN LATERAL (
      SELECT sum(net_cents + tax_cents)::integer AS cents, sum(tax_cents)::integer AS tax
      FROM invoices WHERE purchase_id = sold.id AND kind = 'credit_note'
    ) noted
    CROSS JOIN LATERAL (
      SELECT least(invoice.net_cents + invoice.tax_cents, sold.most_refunded_cents + sold.lost_cents) AS cents
    ) went
    WHERE sold.state = 'refunded' AND sold.lost_cents > 0 AND noted.cents > went.cents
      AND NOT EXISTS (SELECT FROM restores WHERE live_numbers_read_at IS NULL OR test_numbers_read_at IS NULL)
    ORDER BY coalesce(sold.ended_at, sold.created_at), sold.id
  LOOP
    PERFORM add_invoice('credit_note', wrong.is_test, wrong.id, at, academy_day(at), wrong.tax - wrong.cents, -wrong.tax);
  END LOOP;
END $$;
