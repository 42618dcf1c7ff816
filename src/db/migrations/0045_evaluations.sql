-- overlap: yes
CREATE TABLE "approvals" (
	"course_id" uuid PRIMARY KEY NOT NULL,
	"approver" text NOT NULL,
	"statement" text NOT NULL,
	"provider" text NOT NULL,
	"hours" text NOT NULL,
	"valid_from" text NOT NULL,
	"valid_until" text NOT NULL,
	"needs_license" boolean NOT NULL,
	"reasoning" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evaluations" (
	"member_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"ratings" integer[] NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"evaluated_at" timestamp with time zone,
	"attested_at" timestamp with time zone,
	"attested_name" text DEFAULT '' NOT NULL,
	CONSTRAINT "evaluations_member_id_course_id_pk" PRIMARY KEY("member_id","course_id"),
	CONSTRAINT "evaluations_ratings" CHECK (cardinality("evaluations"."ratings") = 5 and 1 <= all ("evaluations"."ratings") and 5 >= all ("evaluations"."ratings"))
);
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "contact_hours" jsonb;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_course_id_courses_product_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_course_id_courses_product_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evaluations_course" ON "evaluations" USING btree ("course_id");--> statement-breakpoint
CREATE TRIGGER evaluations_not_erased BEFORE INSERT ON evaluations FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();--> statement-breakpoint
SELECT watch_catalogue_table('approvals');
