-- overlap: yes
CREATE INDEX "audit_events_actor_name" ON "audit_events" USING btree ("actor_name","at") WHERE "audit_events"."actor_name" is not null;