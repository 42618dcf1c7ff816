CREATE FUNCTION guard_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
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
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER purchases_guard BEFORE UPDATE ON "purchases" FOR EACH ROW EXECUTE FUNCTION guard_purchase();
