-- overlap: yes
CREATE TYPE "public"."upload_use" AS ENUM('video', 'audio', 'captions', 'picture', 'handout', 'cover');--> statement-breakpoint
CREATE TABLE "drawn_covers" (
	"original_id" uuid NOT NULL,
	"format" "image_format" NOT NULL,
	"width" integer NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "drawn_covers_original_id_format_width_pk" PRIMARY KEY("original_id","format","width")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"use" "upload_use" NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"writer" uuid,
	"writer_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"file_id" uuid,
	"refusal" jsonb,
	CONSTRAINT "uploads_received" CHECK ("uploads"."received" between 0 and "uploads"."bytes"),
	CONSTRAINT "uploads_outcome" CHECK ("uploads"."file_id" is null or "uploads"."refusal" is null)
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "given_sha256" text;--> statement-breakpoint
ALTER TABLE "drawn_covers" ADD CONSTRAINT "drawn_covers_original_id_files_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawn_covers" ADD CONSTRAINT "drawn_covers_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drawn_covers_file" ON "drawn_covers" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "uploads_member" ON "uploads" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "uploads_file" ON "uploads" USING btree ("file_id");--> statement-breakpoint
CREATE TRIGGER uploads_not_erased BEFORE INSERT ON uploads FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();
