CREATE TABLE "provider_customers" (
	"member_id" uuid NOT NULL,
	"is_live" boolean NOT NULL,
	"customer_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_customers_member_id_is_live_pk" PRIMARY KEY("member_id","is_live"),
	CONSTRAINT "provider_customers_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
ALTER TABLE "provider_customers" ADD CONSTRAINT "provider_customers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;