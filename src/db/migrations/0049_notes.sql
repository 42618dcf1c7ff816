-- overlap: yes
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"lecture_id" uuid NOT NULL,
	"seconds" double precision NOT NULL,
	"words" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notes_seconds" CHECK ("notes"."seconds" >= 0)
);
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_lecture_id_lectures_id_fk" FOREIGN KEY ("lecture_id") REFERENCES "public"."lectures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_member" ON "notes" USING btree ("member_id","lecture_id");--> statement-breakpoint
CREATE INDEX "notes_lecture" ON "notes" USING btree ("lecture_id");--> statement-breakpoint
CREATE TRIGGER notes_not_erased BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();
