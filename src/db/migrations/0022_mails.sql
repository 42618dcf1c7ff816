CREATE TYPE "public"."mail_result" AS ENUM('sent', 'waiting', 'refused');--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"member_id" uuid,
	"address" text NOT NULL,
	"subject" text NOT NULL,
	"result" "mail_result" NOT NULL,
	"answer" text,
	"tries" integer DEFAULT 1 NOT NULL,
	"first_tried_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_tried" ON "mails" USING btree ("tried_at");--> statement-breakpoint
CREATE INDEX "mails_member" ON "mails" USING btree ("member_id","tried_at");--> statement-breakpoint
CREATE INDEX "mails_address" ON "mails" USING btree (lower("address"));--> statement-breakpoint
CREATE TRIGGER mails_not_erased BEFORE INSERT ON "mails" FOR EACH ROW EXECUTE FUNCTION leave_out_for_erased();
