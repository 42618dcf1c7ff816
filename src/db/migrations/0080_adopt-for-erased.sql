-- overlap: yes
-- An order created again from its payment may belong to a member who was erased since. Only such a row has a payment
-- when it is inserted.
DROP TRIGGER "purchases_not_erased" ON "purchases";--> statement-breakpoint
CREATE TRIGGER "purchases_not_erased" BEFORE INSERT ON "purchases" FOR EACH ROW
  WHEN (NEW.payment_intent_id IS NULL) EXECUTE FUNCTION refuse_for_erased();
