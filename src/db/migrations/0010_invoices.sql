CREATE TYPE "public"."invoice_kind" AS ENUM('invoice', 'credit_note');--> statement-breakpoint
CREATE TABLE "billing_details" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"address" text NOT NULL,
	"tax_number" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"kind" "invoice_kind" NOT NULL,
	"is_test" boolean NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_counters_kind_is_test_pk" PRIMARY KEY("kind","is_test")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" "invoice_kind" NOT NULL,
	"is_test" boolean NOT NULL,
	"number" integer NOT NULL,
	"purchase_id" uuid NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"issued_on" date NOT NULL,
	"net_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"content" jsonb,
	CONSTRAINT "invoices_number" UNIQUE("kind","is_test","number"),
	CONSTRAINT "invoices_from_one" CHECK ("invoices"."number" > 0),
	CONSTRAINT "invoices_amount" CHECK ("invoices"."net_cents" >= 0 and "invoices"."tax_cents" >= 0 and "invoices"."net_cents" + "invoices"."tax_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_percent" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_state" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "is_live" boolean;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_for_purchase" ON "invoices" USING btree ("purchase_id") WHERE "invoices"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX "invoices_purchase" ON "invoices" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "invoices_day" ON "invoices" USING btree ("issued_on");--> statement-breakpoint
CREATE FUNCTION guard_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
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
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_guard BEFORE UPDATE OR DELETE ON "invoices" FOR EACH ROW EXECUTE FUNCTION guard_invoice();--> statement-breakpoint
UPDATE "purchases" SET "is_live" = false WHERE "payment_intent_id" LIKE 'demo\_%';--> statement-breakpoint
-- What was sold before has numbers in the order of payment, and credit notes in the order of the refunds.
WITH sold AS (
  SELECT id, is_live IS NOT DISTINCT FROM false AS is_test, coalesce(paid_at, created_at) AS at, ended_at, price_cents, tax_cents,
    price_cents + tax_cents AS total_cents,
    CASE state WHEN 'refunded' THEN price_cents + tax_cents ELSE refunded_cents END AS back_cents
  FROM purchases WHERE state IN ('paid', 'refunded', 'disputed') AND price_cents + tax_cents > 0
), issued AS (
  SELECT 'invoice'::invoice_kind AS kind, id, is_test, at, price_cents AS net_cents, tax_cents FROM sold
  UNION ALL
  SELECT 'credit_note', id, is_test, coalesce(ended_at, at),
    back_cents - round(tax_cents::numeric * back_cents / total_cents)::int, round(tax_cents::numeric * back_cents / total_cents)::int
  FROM sold WHERE back_cents > 0
), kept AS (
  INSERT INTO invoices (kind, is_test, number, purchase_id, issued_at, issued_on, net_cents, tax_cents)
  SELECT kind, is_test, row_number() OVER (PARTITION BY kind, is_test ORDER BY at, id), id, at, (at AT TIME ZONE 'UTC')::date, net_cents, tax_cents
  FROM issued
  RETURNING kind, is_test, number
)
INSERT INTO invoice_counters (kind, is_test, last) SELECT kind, is_test, max(number) FROM kept GROUP BY kind, is_test;
