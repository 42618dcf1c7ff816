-- overlap: yes
-- A member's customer in a former account is kept, so that it can be erased there.
ALTER TABLE "provider_customers" DROP CONSTRAINT "provider_customers_customer_id_unique";--> statement-breakpoint
ALTER TABLE "provider_customers" DROP CONSTRAINT "provider_customers_member_id_is_live_pk";--> statement-breakpoint
ALTER TABLE "provider_customers" ADD PRIMARY KEY ("customer_id");--> statement-breakpoint
ALTER TABLE "provider_customers" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_customers_in_use" ON "provider_customers" USING btree ("member_id","is_live") WHERE "provider_customers"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "provider_customers_member" ON "provider_customers" USING btree ("member_id");