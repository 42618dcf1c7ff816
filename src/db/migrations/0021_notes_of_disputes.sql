ALTER TABLE "invoices" ADD COLUMN "lost_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_lost" CHECK ("invoices"."lost_cents" between 0 and "invoices"."net_cents" + "invoices"."tax_cents");
--> statement-breakpoint
-- Of notes until now what goes beyond all that was ever given back.
WITH summed AS (
  SELECT id, purchase_id, net_cents + tax_cents AS cents,
    sum(net_cents + tax_cents) OVER (PARTITION BY purchase_id ORDER BY number) AS noted
  FROM invoices WHERE kind = 'credit_note'
)
UPDATE invoices SET lost_cents = least(summed.cents, greatest(0, summed.noted - purchases.most_refunded_cents))
FROM summed JOIN purchases ON purchases.id = summed.purchase_id
WHERE invoices.id = summed.id AND purchases.lost_cents > 0;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  billing text[] := '{company,address,taxNumber}';
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'an invoice stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_stay';
  END IF;
  IF (NEW.id, NEW.kind, NEW.is_test, NEW.number, NEW.purchase_id, NEW.issued_at, NEW.issued_on, NEW.net_cents, NEW.tax_cents, NEW.lost_cents)
    IS DISTINCT FROM
    (OLD.id, OLD.kind, OLD.is_test, OLD.number, OLD.purchase_id, OLD.issued_at, OLD.issued_on, OLD.net_cents, OLD.tax_cents, OLD.lost_cents) THEN
    RAISE EXCEPTION 'an invoice keeps its number, day and amounts'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_kept';
  END IF;
  IF NEW.content IS NOT DISTINCT FROM OLD.content THEN
    RETURN NEW;
  END IF;
  -- Of a member who was erased it lies sealed in kept_records, and nowhere else.
  IF is_erased((SELECT member_id FROM purchases WHERE id = NEW.purchase_id)) THEN
    IF NEW.content IS NULL THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'this member was erased' USING ERRCODE = 'check_violation', CONSTRAINT = 'members_not_erased';
  END IF;
  IF OLD.content IS NULL THEN
    RETURN NEW;
  END IF;
  -- Billing details may be added once to an invoice that has none, with one remark that says so.
  IF coalesce(
    OLD.kind = 'invoice'
    AND NEW.content - 'buyer' - 'remarks' = OLD.content - 'buyer' - 'remarks'
    AND (NEW.content -> 'buyer') - billing = (OLD.content -> 'buyer') - billing
    AND (NEW.content -> 'remarks') - (-1) = OLD.content -> 'remarks'
    AND concat(OLD.content #>> '{buyer,company}', OLD.content #>> '{buyer,address}', OLD.content #>> '{buyer,taxNumber}') = ''
    AND concat(NEW.content #>> '{buyer,company}', NEW.content #>> '{buyer,address}', NEW.content #>> '{buyer,taxNumber}') <> '',
    false
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an invoice keeps what it was handed out with'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_content_kept';
END $$;
--> statement-breakpoint
DROP FUNCTION add_invoice(invoice_kind, boolean, uuid, timestamptz, date, integer, integer);
--> statement-breakpoint
CREATE FUNCTION add_invoice(
  of_kind invoice_kind, test boolean, sale uuid, at timestamptz, on_day date, net integer, tax integer, lost integer DEFAULT 0
) RETURNS void LANGUAGE sql AS $$
  WITH taken AS (
    INSERT INTO invoice_counters AS counters (kind, is_test, last) VALUES (of_kind, test, 1)
    ON CONFLICT (kind, is_test) DO UPDATE SET last = counters.last + 1
    RETURNING last
  )
  INSERT INTO invoices (kind, is_test, number, purchase_id, issued_at, issued_on, net_cents, tax_cents, lost_cents)
  SELECT of_kind, test, last, sale, at, on_day, net, tax, lost FROM taken
$$;
--> statement-breakpoint
-- As it was, and the note keeps how much of it a bank took.
CREATE OR REPLACE FUNCTION issue_credit_note(sale uuid, at timestamptz, on_day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sold purchases;
  invoice invoices;
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
  back := CASE sold.state WHEN 'refunded' THEN total ELSE least(total, sold.refunded_cents + sold.lost_cents) END;
  SELECT coalesce(sum(net_cents + tax_cents), 0), coalesce(sum(lost_cents), 0) INTO noted, noted_lost
    FROM invoices WHERE purchase_id = sale AND kind = 'credit_note';
  IF back <= noted THEN
    RETURN;
  END IF;
  tax := round(invoice.tax_cents::numeric * back / total) - round(invoice.tax_cents::numeric * noted / total);
  PERFORM pg_advisory_xact_lock(4276006);
  PERFORM add_invoice('credit_note', invoice.is_test, sale, at, on_day, back - noted - tax, tax,
    least(back - noted, greatest(0, sold.lost_cents - noted_lost)));
END $$;
