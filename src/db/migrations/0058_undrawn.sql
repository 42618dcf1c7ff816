-- overlap: yes
ALTER TABLE "files" ADD COLUMN "undrawn_at" timestamp with time zone;