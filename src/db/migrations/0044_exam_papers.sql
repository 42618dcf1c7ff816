-- overlap: yes
CREATE TABLE "exam_papers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"questions" jsonb NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"attempt_id" uuid,
	CONSTRAINT "exam_papers_attempt_id_unique" UNIQUE("attempt_id")
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "examination_draw" integer;--> statement-breakpoint
ALTER TABLE "exam_papers" ADD CONSTRAINT "exam_papers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_papers" ADD CONSTRAINT "exam_papers_course_id_courses_product_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_papers" ADD CONSTRAINT "exam_papers_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exam_papers_open" ON "exam_papers" USING btree ("member_id","course_id") WHERE "exam_papers"."attempt_id" is null;--> statement-breakpoint
CREATE INDEX "exam_papers_member" ON "exam_papers" USING btree ("member_id");--> statement-breakpoint
CREATE TRIGGER exam_papers_not_erased BEFORE INSERT ON exam_papers FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();
