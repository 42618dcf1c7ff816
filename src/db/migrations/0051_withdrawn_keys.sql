-- overlap: yes
ALTER TABLE "credential_keys" ADD COLUMN "withdrawn_at" timestamp with time zone;
