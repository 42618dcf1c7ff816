-- overlap: yes
ALTER TABLE "bulk_enrollments" ADD COLUMN "by_member_id" uuid;--> statement-breakpoint
ALTER TABLE "bulk_enrollments" ADD CONSTRAINT "bulk_enrollments_by_member_id_members_id_fk" FOREIGN KEY ("by_member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;