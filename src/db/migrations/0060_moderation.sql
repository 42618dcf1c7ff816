-- overlap: yes
CREATE TABLE "mutes" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"muted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "post_reports_once" UNIQUE("post_id","member_id"),
	CONSTRAINT "post_reports_decided_whole" CHECK (("post_reports"."outcome" is null) = ("post_reports"."decided_at" is null)),
	CONSTRAINT "post_reports_outcome" CHECK ("post_reports"."outcome" in ('hidden', 'dismissed'))
);
--> statement-breakpoint
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_reports" ADD CONSTRAINT "post_reports_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_reports" ADD CONSTRAINT "post_reports_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_reports_member" ON "post_reports" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "post_reports_waiting" ON "post_reports" USING btree ("reported_at","post_id") WHERE "post_reports"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "post_reports_decided" ON "post_reports" USING btree ("decided_at" desc,"post_id" desc) WHERE "post_reports"."decided_at" is not null;--> statement-breakpoint
CREATE TRIGGER mutes_not_erased BEFORE INSERT ON mutes FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();--> statement-breakpoint
CREATE TRIGGER post_reports_not_erased BEFORE INSERT ON post_reports FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();
