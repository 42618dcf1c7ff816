-- overlap: yes
ALTER TABLE "purchases" ALTER COLUMN "order_number" SET DEFAULT upper(translate(left(gen_random_uuid()::text, 1), '0123456789', 'abcdefabcd') || substr(replace(gen_random_uuid()::text, '-', ''), 1, 11));--> statement-breakpoint
ALTER TABLE "payment_troubles" ADD COLUMN "returned_cents" integer;