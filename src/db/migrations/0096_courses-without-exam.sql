-- overlap: no
ALTER TABLE "certificates" ALTER COLUMN "attempt_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "exam" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "is_completion_certificate" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_earned" CHECK ("certificates"."attempt_id" is not null or "certificates"."completed_at" is not null);
