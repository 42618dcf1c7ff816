-- overlap: yes
CREATE TABLE "law_dates" (
	"lecture_id" uuid PRIMARY KEY NOT NULL,
	"as_of" date NOT NULL,
	"look_again_by" date,
	"sources" jsonb NOT NULL,
	CONSTRAINT "law_dates_in_order" CHECK ("law_dates"."look_again_by" > "law_dates"."as_of")
);
--> statement-breakpoint
ALTER TABLE "law_dates" ADD CONSTRAINT "law_dates_lecture_id_lectures_id_fk" FOREIGN KEY ("lecture_id") REFERENCES "public"."lectures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "law_dates_due" ON "law_dates" USING btree ("look_again_by");--> statement-breakpoint
SELECT watch_catalogue_table('law_dates');
