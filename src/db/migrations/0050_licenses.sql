-- overlap: yes
CREATE TABLE "licenses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"state" text NOT NULL,
	"profession" text NOT NULL,
	"number" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "licenses_one_each" UNIQUE("member_id","state","profession")
);
--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "licenses_member" ON "licenses" USING btree ("member_id");--> statement-breakpoint
CREATE TRIGGER licenses_not_erased BEFORE INSERT ON licenses FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();
