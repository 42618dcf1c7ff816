-- overlap: yes
DROP INDEX "credentials_one_stands";--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "superseded_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_one_stands" ON "credentials" USING btree ("certificate_id") WHERE "credentials"."ended_at" is null and "credentials"."superseded_at" is null;--> statement-breakpoint
-- Earlier versions stated the number of attempts ("passed on the second paper", "passed at the first try"), and that
-- every holder completed the course. Their certificates get new credentials; these stay valid at addresses of their own.
UPDATE "credentials" SET "superseded_at" = now() FROM "certificates" WHERE "certificates"."id" = "credentials"."certificate_id" AND "signed" IS NOT NULL AND (
	"signed"::jsonb #>> '{credentialSubject,achievement,criteria,narrative}' ~ ', passed (on|at) the \S+ (paper|try)\M'
	OR ("certificates"."completed_at" IS NULL AND "signed"::jsonb #>> '{credentialSubject,achievement,achievementType}' = 'CertificateOfCompletion')
);
