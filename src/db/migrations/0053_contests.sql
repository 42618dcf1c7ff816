-- overlap: yes
CREATE TABLE "contests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"reason" text NOT NULL,
	"source" text NOT NULL,
	"contested_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"words" text,
	"answered_at" timestamp with time zone,
	"answered_by" uuid,
	CONSTRAINT "contests_one_each" UNIQUE("member_id","question_id","version"),
	CONSTRAINT "contests_answered_whole" CHECK (("contests"."outcome" is null) = ("contests"."answered_at" is null) and ("contests"."words" is null) = ("contests"."answered_at" is null)),
	CONSTRAINT "contests_outcome" CHECK ("contests"."outcome" in ('upheld', 'declined'))
);
--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD COLUMN "is_to_follow" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_answered_by_members_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_version" FOREIGN KEY ("question_id","version") REFERENCES "public"."question_versions"("question_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contests_waiting" ON "contests" USING btree ("contested_at","id") WHERE "contests"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "contests_answered" ON "contests" USING btree ("answered_at" desc,"id" desc) WHERE "contests"."answered_at" is not null;--> statement-breakpoint
CREATE INDEX "exam_attempts_to_follow" ON "exam_attempts" USING btree ("id") WHERE "exam_attempts"."is_to_follow";--> statement-breakpoint
CREATE TRIGGER contests_not_erased BEFORE INSERT ON contests FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();
