CREATE TABLE "event_sweep" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"swept_until" timestamp with time zone NOT NULL,
	CONSTRAINT "event_sweep_one_row" CHECK ("event_sweep"."id")
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "provider_reads" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The demo's members were given what they own without a payment.
UPDATE "purchases" SET "payment_intent_id" = 'demo_' || "id" WHERE "payment_intent_id" IS NULL AND "state" IN ('paid', 'refunded', 'disputed') AND "price_cents" + "tax_cents" > 0;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_payment" CHECK ("purchases"."state" in ('pending', 'failed', 'expired') or "purchases"."price_cents" + "purchases"."tax_cents" = 0 or "purchases"."payment_intent_id" is not null);
