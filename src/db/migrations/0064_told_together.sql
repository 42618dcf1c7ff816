-- overlap: yes
DROP INDEX "notices_newest";--> statement-breakpoint
DROP INDEX "notices_unread";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "counted" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "thread_id" uuid;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "is_listed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_of_thread" ON "notices" USING btree ("thread_id","member_id","read_at","number") WHERE "notices"."thread_id" is not null;--> statement-breakpoint
CREATE INDEX "notices_newest" ON "notices" USING btree ("member_id","is_listed","told_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("member_id","is_listed") WHERE "notices"."read_at" is null;