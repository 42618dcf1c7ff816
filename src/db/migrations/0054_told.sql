-- overlap: yes
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"words" text NOT NULL,
	"address" text NOT NULL,
	"product_id" uuid,
	"told_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"to_mail" text,
	"mailed_by" uuid,
	CONSTRAINT "notices_once" UNIQUE("cause","member_id"),
	CONSTRAINT "notices_to_mail_known" CHECK ("notices"."to_mail" in ('now', 'daily', 'weekly'))
);
--> statement-breakpoint
ALTER TABLE "notice_choices" ADD COLUMN "delivery" text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_newest" ON "notices" USING btree ("member_id","told_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("member_id") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_to_mail" ON "notices" USING btree ("to_mail","member_id") WHERE "notices"."to_mail" is not null;--> statement-breakpoint
CREATE INDEX "notices_told" ON "notices" USING btree ("told_at");--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_delivery" CHECK ("notice_choices"."delivery" in ('now', 'daily', 'weekly', 'never'));--> statement-breakpoint
CREATE TRIGGER notices_not_erased BEFORE INSERT ON notices FOR EACH ROW EXECUTE FUNCTION leave_out_for_erased();
