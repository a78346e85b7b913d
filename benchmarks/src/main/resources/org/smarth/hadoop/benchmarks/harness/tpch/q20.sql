select s_name, s_address
from supplier
join nation on s_nationkey = n_nationkey
where n_name = 'CANADA' and s_suppkey in ( select ps_suppkey
from partsupp
join (select l_partkey h_partkey, l_suppkey h_suppkey, 0.5 * sum(l_quantity) h_quantity
from lineitem
where l_shipdate >= date '1994-01-01' and l_shipdate < date '1995-01-01'
group by l_partkey, l_suppkey) h on ps_partkey = h_partkey and ps_suppkey = h_suppkey
where ps_availqty > h_quantity and ps_partkey in (select p_partkey
from part
where p_name like 'forest%'))
order by s_name
