-- overlap: yes
ALTER TABLE "purchases" ADD COLUMN "refunding_cents" integer DEFAULT 0 NOT NULL;