-- Sales and refunds are written by versions that know nothing of invoices, too, while two versions run beside one another: so the
-- database issues what is due. From here on nobody settles or refunds until the migration has ended.
LOCK TABLE "purchases" IN EXCLUSIVE MODE;
--> statement-breakpoint
CREATE FUNCTION add_invoice(of_kind invoice_kind, test boolean, sale uuid, at timestamptz, on_day date, net integer, tax integer)
RETURNS void LANGUAGE sql AS $$
  WITH taken AS (
    INSERT INTO invoice_counters AS counters (kind, is_test, last) VALUES (of_kind, test, 1)
    ON CONFLICT (kind, is_test) DO UPDATE SET last = counters.last + 1
    RETURNING last
  )
  INSERT INTO invoices (kind, is_test, number, purchase_id, issued_at, issued_on, net_cents, tax_cents)
  SELECT of_kind, test, last, sale, at, on_day, net, tax FROM taken
$$;
--> statement-breakpoint
-- Nothing where the sale has its invoice, or has none because it is not paid or was free.
CREATE FUNCTION issue_invoice(sale uuid, at timestamptz, on_day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sold purchases;
BEGIN
  SELECT * INTO sold FROM purchases
    WHERE id = sale AND state IN ('paid', 'refunded', 'disputed') AND price_cents + tax_cents > 0 FOR NO KEY UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM invoices WHERE purchase_id = sale AND kind = 'invoice') THEN
    RETURN;
  END IF;
  -- One lock for all series, so that no two transactions can take them in different orders.
  PERFORM pg_advisory_xact_lock(4276006);
  PERFORM add_invoice('invoice', sold.is_live IS NOT DISTINCT FROM false, sale, at, on_day, sold.price_cents, sold.tax_cents);
END $$;
--> statement-breakpoint
-- Over what was given back since the last one. The tax is in proportion, rounded over all notes together, so that notes over the
-- whole take back all of it. Nothing where nothing is due: a refund that failed at the bank and is made again was noted before.
CREATE FUNCTION issue_credit_note(sale uuid, at timestamptz, on_day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sold purchases;
  invoice invoices;
  total integer;
  noted integer;
  back integer;
  tax integer;
BEGIN
  SELECT * INTO sold FROM purchases WHERE id = sale AND state IN ('paid', 'refunded', 'disputed') FOR NO KEY UPDATE;
  SELECT * INTO invoice FROM invoices WHERE purchase_id = sale AND kind = 'invoice';
  IF sold.id IS NULL OR invoice.id IS NULL THEN
    RETURN;
  END IF;
  total := invoice.net_cents + invoice.tax_cents;
  back := CASE sold.state WHEN 'refunded' THEN total ELSE sold.refunded_cents END;
  SELECT coalesce(sum(net_cents + tax_cents), 0) INTO noted FROM invoices WHERE purchase_id = sale AND kind = 'credit_note';
  IF back <= noted THEN
    RETURN;
  END IF;
  tax := round(invoice.tax_cents::numeric * back / total) - round(invoice.tax_cents::numeric * noted / total);
  PERFORM pg_advisory_xact_lock(4276006);
  PERFORM add_invoice('credit_note', invoice.is_test, sale, at, on_day, back - noted - tax, tax);
END $$;
--> statement-breakpoint
CREATE FUNCTION academy_day(at timestamptz) RETURNS date LANGUAGE plpgsql AS $$
BEGIN
  RETURN (at AT TIME ZONE coalesce((SELECT settings ->> 'time_zone' FROM site_settings), 'UTC'))::date;
EXCEPTION WHEN invalid_parameter_value THEN
  -- A zone that the server knows and this PostgreSQL does not: a sale is not lost for that.
  RETURN (at AT TIME ZONE 'UTC')::date;
END $$;
--> statement-breakpoint
CREATE FUNCTION issue_due() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := clock_timestamp();
BEGIN
  PERFORM issue_invoice(NEW.id, at, academy_day(at)), issue_credit_note(NEW.id, at, academy_day(at));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Deferred, so that a number is taken when all else is done.
CREATE CONSTRAINT TRIGGER purchases_issue_due AFTER UPDATE ON "purchases" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.state, OLD.refunded_cents) IS DISTINCT FROM (NEW.state, NEW.refunded_cents) AND NEW.state IN ('paid', 'refunded', 'disputed'))
  EXECUTE FUNCTION issue_due();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  billing text[] := '{company,address,taxNumber}';
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'an invoice stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_stay';
  END IF;
  IF (NEW.id, NEW.kind, NEW.is_test, NEW.number, NEW.purchase_id, NEW.issued_at, NEW.issued_on, NEW.net_cents, NEW.tax_cents)
    IS DISTINCT FROM
    (OLD.id, OLD.kind, OLD.is_test, OLD.number, OLD.purchase_id, OLD.issued_at, OLD.issued_on, OLD.net_cents, OLD.tax_cents) THEN
    RAISE EXCEPTION 'an invoice keeps its number, day and amounts'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_kept';
  END IF;
  IF OLD.content IS NULL OR NEW.content IS NOT DISTINCT FROM OLD.content THEN
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
-- What was settled or refunded by an earlier version since there are invoices, in the order of payment; then the credit notes.
DO $$
DECLARE
  sale record;
BEGIN
  FOR sale IN SELECT id, coalesce(paid_at, created_at) AS at FROM purchases
    WHERE state IN ('paid', 'refunded', 'disputed') AND price_cents + tax_cents > 0
      AND NOT EXISTS (SELECT FROM invoices WHERE purchase_id = purchases.id AND kind = 'invoice')
    ORDER BY 2, 1
  LOOP
    PERFORM issue_invoice(sale.id, sale.at, academy_day(sale.at));
  END LOOP;
  FOR sale IN SELECT id, coalesce(ended_at, now()) AS at FROM purchases
    WHERE state = 'refunded' OR (state IN ('paid', 'disputed') AND refunded_cents > 0)
    ORDER BY 2, 1
  LOOP
    PERFORM issue_credit_note(sale.id, sale.at, academy_day(sale.at));
  END LOOP;
END $$;
