-- overlap: yes
CREATE TYPE "public"."site_image_form" AS ENUM('original', 'avif', 'webp', 'png');--> statement-breakpoint
CREATE TYPE "public"."site_place" AS ENUM('logo', 'icon', 'portrait', 'book');--> statement-breakpoint
CREATE TABLE "site_images" (
	"place" "site_place" NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"form" "site_image_form" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "site_images_place_position_form_width_pk" PRIMARY KEY("place","position","form","width")
);
--> statement-breakpoint
ALTER TABLE "site_images" ADD CONSTRAINT "site_images_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
SELECT watch_catalogue_table('site_images');
