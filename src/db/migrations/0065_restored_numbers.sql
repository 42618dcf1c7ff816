-- overlap: yes
CREATE TABLE "skipped_numbers" (
	"kind" "invoice_kind" NOT NULL,
	"is_test" boolean NOT NULL,
	"number" integer NOT NULL,
	"intent_id" text NOT NULL,
	"issued_on" date,
	CONSTRAINT "skipped_numbers_kind_is_test_number_intent_id_pk" PRIMARY KEY("kind","is_test","number","intent_id")
);
--> statement-breakpoint
CREATE TABLE "academy_address" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"host" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "academy_address_one_row" CHECK ("academy_address"."id")
);
--> statement-breakpoint
CREATE TABLE "former_addresses" (
	"former_host" text NOT NULL,
	"current_host" text NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "former_addresses_former_host_current_host_pk" PRIMARY KEY("former_host","current_host")
);
--> statement-breakpoint
CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"restored_at" timestamp with time zone NOT NULL,
	"live_numbers_read_at" timestamp with time zone,
	"test_numbers_read_at" timestamp with time zone,
	"caught_up_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "recorded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "invoices_unrecorded" ON "invoices" USING btree ("is_test","issued_at") WHERE "invoices"."recorded_at" is null;
--> statement-breakpoint
DROP FUNCTION add_invoice(invoice_kind, boolean, uuid, timestamptz, date, integer, integer, integer);
--> statement-breakpoint
-- `wanted` is a number that the payment at the provider shows: it is taken again unless another document has it. Otherwise the next one.
CREATE FUNCTION add_invoice(
  of_kind invoice_kind, test boolean, sale uuid, at timestamptz, on_day date, net integer, tax integer, lost integer DEFAULT 0,
  wanted integer DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  taken integer := wanted;
BEGIN
  -- Of a restored backup nobody knows yet which numbers were issued since.
  IF EXISTS (SELECT FROM restores WHERE CASE WHEN test THEN test_numbers_read_at ELSE live_numbers_read_at END IS NULL) THEN
    RAISE EXCEPTION 'no number is issued before the card provider was asked which ones were issued since the backup'
      USING ERRCODE = 'object_not_in_prerequisite_state', CONSTRAINT = 'invoices_numbers_unread';
  END IF;
  IF taken IS NULL OR EXISTS (SELECT FROM invoices WHERE kind = of_kind AND is_test = test AND number = taken) THEN
    INSERT INTO invoice_counters AS counters (kind, is_test, last) VALUES (of_kind, test, 1)
    ON CONFLICT (kind, is_test) DO UPDATE SET last = counters.last + 1
    RETURNING last INTO taken;
  ELSE
    INSERT INTO invoice_counters AS counters (kind, is_test, last) VALUES (of_kind, test, taken)
    ON CONFLICT (kind, is_test) DO UPDATE SET last = greatest(counters.last, taken);
  END IF;
  INSERT INTO invoices (kind, is_test, number, purchase_id, issued_at, issued_on, net_cents, tax_cents, lost_cents)
  VALUES (of_kind, test, taken, sale, at, on_day, net, tax, lost);
END $$;
--> statement-breakpoint
DROP FUNCTION issue_invoice(uuid, timestamptz, date);
--> statement-breakpoint
-- As it was; `shown` is the number that the payment shows: {"number": 42, "day": "2026-11-20", "isTest": false}.
CREATE FUNCTION issue_invoice(sale uuid, at timestamptz, on_day date, shown jsonb DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sold purchases;
  test boolean;
  again integer;
BEGIN
  SELECT * INTO sold FROM purchases
    WHERE id = sale AND state IN ('paid', 'refunded', 'disputed') AND price_cents + tax_cents > 0 FOR NO KEY UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM invoices WHERE purchase_id = sale AND kind = 'invoice') THEN
    RETURN;
  END IF;
  -- One lock for all series, so that no two transactions can take them in different orders.
  PERFORM pg_advisory_xact_lock(4276006);
  test := sold.is_live IS NOT DISTINCT FROM false;
  IF (shown ->> 'isTest')::boolean = test THEN
    again := (shown ->> 'number')::integer;
  END IF;
  -- The day that was printed belongs to the number.
  IF again IS NOT NULL AND NOT EXISTS (SELECT FROM invoices WHERE kind = 'invoice' AND is_test = test AND number = again) THEN
    on_day := coalesce((shown ->> 'day')::date, on_day);
  END IF;
  PERFORM add_invoice('invoice', test, sale, at, on_day, sold.price_cents, sold.tax_cents, wanted => again);
END $$;
--> statement-breakpoint
DROP FUNCTION issue_credit_note(uuid, timestamptz, date);
--> statement-breakpoint
-- As it was; `shown` are the notes that the payment shows: [{"number": 3, "day": "2026-11-21", "isTest": false, "cents": 2500, "lost": 0}, …].
-- Those that are not here are issued again as they were, as far as so much has gone back; what is left has a note of its own.
CREATE FUNCTION issue_credit_note(sale uuid, at timestamptz, on_day date, shown jsonb DEFAULT '[]') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sold purchases;
  invoice invoices;
  note record;
  total integer;
  noted integer;
  noted_lost integer;
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
  SELECT coalesce(sum(net_cents + tax_cents), 0), coalesce(sum(lost_cents), 0) INTO noted, noted_lost
    FROM invoices WHERE purchase_id = sale AND kind = 'credit_note';
  IF back <= noted THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(4276006);
  FOR note IN
    SELECT * FROM jsonb_to_recordset(shown) AS given (number integer, day date, "isTest" boolean, cents integer, lost integer)
      WHERE "isTest" = invoice.is_test AND cents > 0 ORDER BY number
  LOOP
    CONTINUE WHEN EXISTS (SELECT FROM invoices WHERE kind = 'credit_note' AND is_test = invoice.is_test AND number = note.number);
    EXIT WHEN noted + note.cents > back;
    tax := round(invoice.tax_cents::numeric * (noted + note.cents) / total) - round(invoice.tax_cents::numeric * noted / total);
    PERFORM add_invoice('credit_note', invoice.is_test, sale, at, coalesce(note.day, on_day), note.cents - tax, tax,
      least(note.cents, note.lost), note.number);
    noted := noted + note.cents;
    noted_lost := noted_lost + least(note.cents, note.lost);
  END LOOP;
  IF back <= noted THEN
    RETURN;
  END IF;
  tax := round(invoice.tax_cents::numeric * back / total) - round(invoice.tax_cents::numeric * noted / total);
  PERFORM add_invoice('credit_note', invoice.is_test, sale, at, on_day, back - noted - tax, tax,
    least(back - noted, greatest(0, sold.lost_cents - noted_lost)));
END $$;
