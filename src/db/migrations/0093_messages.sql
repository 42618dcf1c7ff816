-- overlap: yes
CREATE TYPE "public"."message_state" AS ENUM('draft', 'scheduled', 'sending', 'sent', 'stopped');--> statement-breakpoint
CREATE TABLE "message_pace" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_pace_one_row" CHECK ("message_pace"."is_only")
);
--> statement-breakpoint
CREATE TABLE "message_recipients" (
	"message_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"email_id" uuid,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_recipients_message_id_member_id_pk" PRIMARY KEY("message_id","member_id"),
	CONSTRAINT "message_recipients_reason" CHECK (("message_recipients"."state" = 'skipped') = ("message_recipients"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"audience" text NOT NULL,
	"member_id" uuid,
	"group_id" uuid,
	"course_id" uuid,
	"lecture_id" uuid,
	"audience_name" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"state" "message_state" DEFAULT 'draft' NOT NULL,
	"state_reason" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"send_at" timestamp with time zone,
	"sender_id" uuid,
	"sender_role" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"totals" jsonb,
	CONSTRAINT "messages_scheduled" CHECK ("messages"."state" <> 'scheduled' or "messages"."send_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "message_recipients" ADD CONSTRAINT "message_recipients_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_recipients" ADD CONSTRAINT "message_recipients_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_course_id_courses_product_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("product_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_lecture_id_lectures_id_fk" FOREIGN KEY ("lecture_id") REFERENCES "public"."lectures"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_members_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_recipients_member" ON "message_recipients" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "message_recipients_waiting" ON "message_recipients" USING btree ("message_id","at") WHERE "message_recipients"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("changed_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "messages_member" ON "messages" USING btree ("member_id");--> statement-breakpoint
CREATE TRIGGER messages_not_erased BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();--> statement-breakpoint
CREATE TRIGGER message_recipients_not_erased BEFORE INSERT ON message_recipients FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();--> statement-breakpoint
INSERT INTO message_pace (next_at) VALUES (now());
