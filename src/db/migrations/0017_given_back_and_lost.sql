ALTER TABLE "purchases" ADD COLUMN "most_refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "lost_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Until now a lost dispute ended the purchase and took all that was left of it. A sum on a credit note is the most that was given back.
UPDATE purchases SET lost_cents = price_cents + tax_cents - refunded_cents
  WHERE state = 'refunded' AND refunded_cents < price_cents + tax_cents;
--> statement-breakpoint
UPDATE purchases SET most_refunded_cents = greatest(refunded_cents, least(price_cents + tax_cents - lost_cents,
    (SELECT coalesce(sum(net_cents + tax_cents), 0) FROM invoices WHERE purchase_id = purchases.id AND kind = 'credit_note')))
  WHERE refunded_cents > 0 OR EXISTS (SELECT FROM invoices WHERE purchase_id = purchases.id AND kind = 'credit_note');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.member_id, NEW.product_id, NEW.order_number, NEW.currency)
    IS DISTINCT FROM (OLD.id, OLD.member_id, OLD.product_id, OLD.order_number, OLD.currency) THEN
    RAISE EXCEPTION 'a purchase keeps its member, product, order number and currency'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_identity';
  END IF;
  IF OLD.payment_intent_id IS NOT NULL AND NEW.payment_intent_id IS DISTINCT FROM OLD.payment_intent_id THEN
    RAISE EXCEPTION 'a purchase keeps its payment'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_payment_kept';
  END IF;
  -- Once the provider knows the amount, or the purchase has ended, it costs what it costs.
  IF (OLD.payment_intent_id IS NOT NULL OR OLD.state <> 'pending')
    AND (NEW.list_price_cents, NEW.discount_cents, NEW.price_cents, NEW.tax_cents, NEW.coupon_id)
      IS DISTINCT FROM (OLD.list_price_cents, OLD.discount_cents, OLD.price_cents, OLD.tax_cents, OLD.coupon_id) THEN
    RAISE EXCEPTION 'a purchase keeps its amount'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_amount_kept';
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state::text || ' > ' || NEW.state::text) NOT IN (
    'pending > paid', 'pending > failed', 'pending > expired',
    'paid > refunded', 'paid > disputed', 'disputed > paid', 'disputed > refunded'
  ) THEN
    RAISE EXCEPTION 'a purchase does not go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_state_path';
  END IF;
  -- Here, so that it holds whichever version writes.
  NEW.most_refunded_cents := greatest(OLD.most_refunded_cents, NEW.refunded_cents);
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Over what was given back, and what a bank took, since the last one; otherwise as it was.
CREATE OR REPLACE FUNCTION issue_credit_note(sale uuid, at timestamptz, on_day date) RETURNS void LANGUAGE plpgsql AS $$
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
  back := CASE sold.state WHEN 'refunded' THEN total ELSE least(total, sold.refunded_cents + sold.lost_cents) END;
  SELECT coalesce(sum(net_cents + tax_cents), 0) INTO noted FROM invoices WHERE purchase_id = sale AND kind = 'credit_note';
  IF back <= noted THEN
    RETURN;
  END IF;
  tax := round(invoice.tax_cents::numeric * back / total) - round(invoice.tax_cents::numeric * noted / total);
  PERFORM pg_advisory_xact_lock(4276006);
  PERFORM add_invoice('credit_note', invoice.is_test, sale, at, on_day, back - noted - tax, tax);
END $$;
--> statement-breakpoint
DROP TRIGGER purchases_issue_due ON "purchases";
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER purchases_issue_due AFTER UPDATE ON "purchases" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.state, OLD.refunded_cents, OLD.lost_cents) IS DISTINCT FROM (NEW.state, NEW.refunded_cents, NEW.lost_cents)
    AND NEW.state IN ('paid', 'refunded', 'disputed'))
  EXECUTE FUNCTION issue_due();
