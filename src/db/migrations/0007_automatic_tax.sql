ALTER TABLE "purchases" ADD COLUMN "tax_country" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_postal_code" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_calculation_id" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_transaction_id" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_tax" CHECK ("purchases"."tax_cents" = 0 or "purchases"."tax_calculation_id" is not null);