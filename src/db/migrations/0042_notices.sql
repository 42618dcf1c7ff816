-- overlap: yes
CREATE TABLE "notice_choices" (
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"off_since" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_choices_member_id_kind_pk" PRIMARY KEY("member_id","kind")
);
--> statement-breakpoint
CREATE TABLE "study_reminders" (
	"member_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "study_reminders_member_id_course_id_pk" PRIMARY KEY("member_id","course_id")
);
--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_reminders" ADD CONSTRAINT "study_reminders_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_reminders" ADD CONSTRAINT "study_reminders_course_id_courses_product_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "study_reminders_one_a_day" ON "study_reminders" USING btree ("member_id","day");--> statement-breakpoint
CREATE INDEX "study_reminders_course" ON "study_reminders" USING btree ("course_id");--> statement-breakpoint
CREATE TRIGGER notice_choices_not_erased BEFORE INSERT ON notice_choices FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();--> statement-breakpoint
CREATE TRIGGER study_reminders_not_erased BEFORE INSERT ON study_reminders FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();
