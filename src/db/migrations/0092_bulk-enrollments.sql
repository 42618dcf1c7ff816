-- overlap: yes
CREATE TABLE "bulk_enrollments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "bulk_enrollment_id" uuid;--> statement-breakpoint
ALTER TABLE "bulk_enrollments" ADD CONSTRAINT "bulk_enrollments_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_enrollments_newest" ON "bulk_enrollments" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_bulk_enrollment_id_bulk_enrollments_id_fk" FOREIGN KEY ("bulk_enrollment_id") REFERENCES "public"."bulk_enrollments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "grants_bulk_enrollment" ON "grants" USING btree ("bulk_enrollment_id") WHERE "grants"."bulk_enrollment_id" is not null;