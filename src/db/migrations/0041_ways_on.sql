-- overlap: yes
ALTER TABLE "account_tokens" ADD COLUMN "way_on" text;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_way_on" CHECK ("account_tokens"."way_on" ~ '^/[A-Za-z0-9][^\\[:cntrl:]]*$' and length("account_tokens"."way_on") <= 300);