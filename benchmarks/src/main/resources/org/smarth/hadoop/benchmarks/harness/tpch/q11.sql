select ps_partkey, part_value
from ( select ps_partkey, sum(ps_supplycost * ps_availqty) part_value
from partsupp
join supplier on ps_suppkey = s_suppkey
join nation on s_nationkey = n_nationkey
where n_name = 'GERMANY'
group by ps_partkey) parts
cross join (select sum(ps_supplycost * ps_availqty) * ${FRACTION} least
from partsupp
join supplier on ps_suppkey = s_suppkey
join nation on s_nationkey = n_nationkey
where n_name = 'GERMANY') total
where part_value > least
order by part_value desc
