-- overlap: yes
CREATE INDEX "credentials_ended" ON "credentials" USING btree ("list","place") WHERE "credentials"."ended_at" is not null;
