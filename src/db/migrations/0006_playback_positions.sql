CREATE TABLE "playback_positions" (
	"member_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"seconds" real NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "playback_positions_member_id_file_id_pk" PRIMARY KEY("member_id","file_id"),
	CONSTRAINT "playback_positions_seconds" CHECK ("playback_positions"."seconds" >= 0)
);
--> statement-breakpoint
ALTER TABLE "playback_positions" ADD CONSTRAINT "playback_positions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_positions" ADD CONSTRAINT "playback_positions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_file" ON "attachments" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "document_files_file" ON "document_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "lectures_video" ON "lectures" USING btree ("video_file_id");--> statement-breakpoint
CREATE INDEX "lectures_captions" ON "lectures" USING btree ("captions_file_id");--> statement-breakpoint
CREATE INDEX "podcasts_audio" ON "podcasts" USING btree ("audio_file_id");--> statement-breakpoint
CREATE INDEX "podcasts_video" ON "podcasts" USING btree ("video_file_id");--> statement-breakpoint
CREATE INDEX "podcasts_captions" ON "podcasts" USING btree ("captions_file_id");