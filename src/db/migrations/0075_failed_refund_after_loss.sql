-- overlap: yes
ALTER TABLE "payment_troubles" ADD COLUMN "lost_cents" integer DEFAULT 0 NOT NULL;
