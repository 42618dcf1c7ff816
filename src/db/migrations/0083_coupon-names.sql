-- overlap: yes
ALTER TABLE "coupons" ADD COLUMN "name" text DEFAULT '' NOT NULL;