-- overlap: yes
ALTER TABLE "posts" ADD COLUMN "renderer" integer DEFAULT 0 NOT NULL;