-- overlap: yes
ALTER TABLE "lectures" ADD COLUMN "practice" jsonb DEFAULT '[]'::jsonb NOT NULL;