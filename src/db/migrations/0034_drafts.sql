-- overlap: yes
CREATE TYPE "public"."content_origin" AS ENUM('folder', 'studio');--> statement-breakpoint
CREATE TABLE "draft_files" (
	"draft_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "draft_files_draft_id_file_id_pk" PRIMARY KEY("draft_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"kind" "product_kind" NOT NULL,
	"form" integer NOT NULL,
	"plan" jsonb NOT NULL,
	"base" jsonb,
	"revision" integer NOT NULL,
	"revisions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_versions" (
	"product_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"origin" "content_origin" NOT NULL,
	"form" integer NOT NULL,
	"plan" jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "product_versions_product_id_number_pk" PRIMARY KEY("product_id","number")
);
--> statement-breakpoint
CREATE TABLE "version_files" (
	"product_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "version_files_product_id_number_file_id_pk" PRIMARY KEY("product_id","number","file_id")
);
--> statement-breakpoint
ALTER TABLE "draft_files" ADD CONSTRAINT "draft_files_draft_id_drafts_product_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_files" ADD CONSTRAINT "draft_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_versions" ADD CONSTRAINT "product_versions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_files" ADD CONSTRAINT "version_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_files" ADD CONSTRAINT "version_files_version" FOREIGN KEY ("product_id","number") REFERENCES "public"."product_versions"("product_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_files_file" ON "draft_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "version_files_file" ON "version_files" USING btree ("file_id");