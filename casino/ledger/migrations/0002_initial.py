"""The record: entries of form 2 in a partition a month, heads, seals."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

from casino.ledger import partitions


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('ledger', '0001_functions'),
    ]

    operations = [
        migrations.CreateModel(
            name='ChainHead',
            fields=[
                ('chain', models.CharField(max_length=16, primary_key=True, serialize=False)),
                ('seq', models.BigIntegerField(default=0)),
                ('hash', models.BinaryField(max_length=32)),
                ('at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(partitions.TABLE, partitions.DROP_TABLE),
                migrations.RunSQL(partitions.INDEXES, migrations.RunSQL.noop),
            ],
            state_operations=[
                migrations.CreateModel(
                    name='Entry',
                    fields=[
                        ('pk', models.CompositePrimaryKey('chain', 'seq', blank=True, editable=False, primary_key=True, serialize=False)),
                        ('chain', models.CharField(max_length=16)),
                        ('seq', models.BigIntegerField()),
                        ('at', models.DateTimeField()),
                        ('actor', models.CharField(blank=True, max_length=16)),
                        ('role', models.CharField(blank=True, max_length=24)),
                        ('acting_as', models.CharField(blank=True, max_length=24)),
                        ('kind', models.CharField(max_length=40)),
                        ('round_no', models.IntegerField(null=True)),
                        ('folded', models.BooleanField(default=False)),
                        ('key', models.CharField(blank=True, max_length=64)),
                        ('tap', models.IntegerField(default=0)),
                        ('body', models.TextField()),
                        ('detail', models.TextField(blank=True)),
                        ('clause', models.CharField(blank=True, max_length=40)),
                        ('amount', models.BigIntegerField(null=True)),
                        ('digest', models.BinaryField(max_length=32)),
                        ('hash', models.BinaryField(max_length=32)),
                    ],
                    options={
                        'verbose_name_plural': 'entries',
                    },
                ),
            ],
        ),
        migrations.CreateModel(
            name='Seal',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('chain', models.CharField(max_length=16)),
                ('no', models.IntegerField()),
                ('seq', models.BigIntegerField()),
                ('hash', models.BinaryField(max_length=32)),
                ('at', models.DateTimeField()),
                ('note', models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name='Witness',
            fields=[
                ('chain', models.CharField(max_length=16, primary_key=True, serialize=False)),
                ('no', models.IntegerField()),
                ('at', models.DateTimeField()),
            ],
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='chainhead',
            trigger=pgtrigger.compiler.Trigger(name='head_moves', sql=pgtrigger.compiler.UpsertTriggerSql(execute='ledger_head_moves()', func='RETURN NULL;', hash='a276c23025165fb8c301b7c06537e2257e33537d', operation='INSERT OR UPDATE', pgid='pgtrigger_head_moves_632ac', table='ledger_chainhead', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='chainhead',
            trigger=pgtrigger.compiler.Trigger(name='head_stays', sql=pgtrigger.compiler.UpsertTriggerSql(execute='ledger_refuse()', func='RETURN NULL;', hash='3f9cf1e1291d76a53c61c739a49072907ec75e98', level='STATEMENT', operation='DELETE OR TRUNCATE', pgid='pgtrigger_head_stays_dd372', table='ledger_chainhead', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(execute='ledger_refuse()', func='RETURN NULL;', hash='0a97e00143a2c184d1bdc6e3f79eb4e078d268df', level='STATEMENT', operation='UPDATE OR DELETE OR TRUNCATE', pgid='pgtrigger_append_only_af900', table='ledger_entry', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='extend', sql=pgtrigger.compiler.UpsertTriggerSql(execute='ledger_extend()', func='RETURN NULL;', hash='03a2f7e2183268b85fe78e3bd81377ca93372a44', level='STATEMENT', operation='INSERT', pgid='pgtrigger_extend_d316e', referencing='REFERENCING NEW TABLE AS added ', table='ledger_entry', when='AFTER')),
        ),
        migrations.AddConstraint(
            model_name='seal',
            constraint=models.UniqueConstraint(fields=('chain', 'no'), name='ledger_seal_chain_no'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='seal',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(execute='ledger_refuse()', func='RETURN NULL;', hash='0f093dcaee32906f799ba5312fe6c756f4816012', level='STATEMENT', operation='UPDATE OR DELETE OR TRUNCATE', pgid='pgtrigger_append_only_addd1', table='ledger_seal', when='BEFORE')),
        ),
        migrations.RunSQL([partitions.PREPARE_MONTH], partitions.DROP_PREPARE_MONTH),
        migrations.RunSQL([partitions.SEQ_OF_KEY], partitions.DROP_SEQ_OF_KEY),
        migrations.RunSQL([partitions.SEQ_FROM], partitions.DROP_SEQ_FROM),
        migrations.RunSQL(
            "SELECT ledger_prepare_month(now()), ledger_prepare_month(now() + interval '1 month')", migrations.RunSQL.noop
        ),
    ]
