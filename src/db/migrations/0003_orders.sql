CREATE TABLE "coupon_products" (
	"coupon_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	CONSTRAINT "coupon_products_coupon_id_product_id_pk" PRIMARY KEY("coupon_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"percent_off" integer,
	"cents_off" integer,
	"is_for_all_products" boolean NOT NULL,
	"valid_from" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"most_uses" integer,
	"most_uses_per_member" integer DEFAULT 1 NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupons_one_kind" CHECK (num_nonnulls("coupons"."percent_off", "coupons"."cents_off") = 1),
	CONSTRAINT "coupons_percent" CHECK ("coupons"."percent_off" between 1 and 100),
	CONSTRAINT "coupons_amount" CHECK ("coupons"."cents_off" > 0)
);
--> statement-breakpoint
ALTER TABLE "purchases" DROP CONSTRAINT "purchases_price";--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "order_number" text DEFAULT upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)) NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "item_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "list_price_cents" integer;--> statement-breakpoint
UPDATE "purchases" SET "list_price_cents" = "purchases"."price_cents", "item_name" = "products"."title" FROM "products" WHERE "products"."id" = "purchases"."product_id";--> statement-breakpoint
ALTER TABLE "purchases" ALTER COLUMN "list_price_cents" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "discount_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "coupon_id" uuid;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "card_brand" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "card_last4" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon_products" ADD CONSTRAINT "coupon_products_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_products" ADD CONSTRAINT "coupon_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code_unique" ON "coupons" USING btree (upper("code"));--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchases_member" ON "purchases" USING btree ("member_id","created_at");--> statement-breakpoint
CREATE INDEX "purchases_coupon" ON "purchases" USING btree ("coupon_id","member_id");--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_order_number_unique" UNIQUE("order_number");--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_sum" CHECK ("purchases"."price_cents" = "purchases"."list_price_cents" - "purchases"."discount_cents");--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_refund" CHECK ("purchases"."refunded_cents" between 0 and "purchases"."price_cents" + "purchases"."tax_cents");--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_price" CHECK ("purchases"."price_cents" >= 0 and "purchases"."discount_cents" >= 0 and "purchases"."tax_cents" >= 0);