-- overlap: yes
CREATE TYPE "public"."trouble_kind" AS ENUM('lost', 'unfollowed', 'failed_refund', 'dispute');--> statement-breakpoint
CREATE TABLE "payment_troubles" (
	"intent_id" text NOT NULL,
	"kind" "trouble_kind" NOT NULL,
	"order_number" text,
	"due_at" timestamp with time zone,
	"owed_cents" integer,
	"since" timestamp with time zone NOT NULL,
	"looked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_troubles_intent_id_kind_pk" PRIMARY KEY("intent_id","kind")
);

--> statement-breakpoint
-- What needed the operator before it was kept: each is asked about at once, and goes where nothing is left to do.
INSERT INTO payment_troubles (intent_id, kind, order_number, since, looked_at)
SELECT payment_intent_id, 'dispute', order_number, now(), '-infinity' FROM purchases WHERE state = 'disputed' AND payment_intent_id IS NOT NULL;
--> statement-breakpoint
INSERT INTO payment_troubles (intent_id, kind, order_number, owed_cents, since, looked_at)
SELECT payment_intent_id, 'failed_refund', order_number, most_refunded_cents, now(), '-infinity'
FROM purchases WHERE refunded_cents < most_refunded_cents AND payment_intent_id IS NOT NULL;
