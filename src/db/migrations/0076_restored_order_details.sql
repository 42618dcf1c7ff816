-- overlap: yes
ALTER TABLE "purchases" ADD COLUMN "coupon_code" text;--> statement-breakpoint
-- Notes that the payment shows were issued before a restore: they stay, also when their refund failed since.
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
  IF back <= noted AND shown = '[]' THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(4276006);
  FOR note IN
    SELECT * FROM jsonb_to_recordset(shown) AS given (number integer, day date, "isTest" boolean, cents integer, lost integer)
      WHERE "isTest" = invoice.is_test AND cents > 0 ORDER BY number
  LOOP
    CONTINUE WHEN EXISTS (SELECT FROM invoices WHERE kind = 'credit_note' AND is_test = invoice.is_test AND number = note.number);
    EXIT WHEN noted + note.cents > total;
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
