-- overlap: yes
ALTER TABLE "products" ADD COLUMN "is_price_pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD COLUMN "asked_by" uuid;--> statement-breakpoint
ALTER TABLE "email_changes" ADD COLUMN "asked_by" uuid;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "access_version" integer DEFAULT 0 NOT NULL;