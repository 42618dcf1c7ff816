-- overlap: yes
CREATE TABLE "email_suppressions" (
	"member_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"address" text NOT NULL,
	"answer" text NOT NULL,
	"email_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_suppressions_member_id_reason_pk" PRIMARY KEY("member_id","reason"),
	CONSTRAINT "email_suppressions_reason" CHECK ("email_suppressions"."reason" in ('bounced', 'complained'))
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "bounced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "complained_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_suppressions" ADD CONSTRAINT "email_suppressions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER email_suppressions_not_erased BEFORE INSERT ON email_suppressions FOR EACH ROW EXECUTE FUNCTION leave_out_for_erased();
